"""Who answers when nobody sits there: strategies, and many games with them."""
