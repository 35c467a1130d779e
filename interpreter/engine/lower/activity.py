"""Something during which abilities are used: finding, asking, using, declining."""

from collections.abc import Callable

from cubedsl.interpreter.engine.code import Const, Get, Load, Op, Value, Var
from cubedsl.interpreter.engine.lower import question
from cubedsl.interpreter.engine.lower.bodies import (
    Body,
    Note,
    Rows,
)
from cubedsl.interpreter.engine.lower.pieces import lying
from cubedsl.interpreter.engine.lower.question import ABILITY
from cubedsl.interpreter.engine.lower.runtime import step
from cubedsl.interpreter.engine.lower.scope import (
    Words,
    alone_bits,
    held,
)
from cubedsl.interpreter.engine.lower.uses import (
    Spent,
    live,
    lowest,
    search,
    speaks,
    spent_region,
    stays,
    there,
    use_function,
    uses,
)
from cubedsl.interpreter.engine.lower.verbs import add_to
from cubedsl.interpreter.engine.lower.waiting import (
    abilities_of,
)
from cubedsl.interpreter.engine.lower.watching import count
from cubedsl.interpreter.layout import Trigger
from cubedsl.interpreter.watch import Counted

ALL = Const(-1)


class Activity:
    """Something during which abilities are used: an offer, an event.  It writes what all of them
    share: finding, asking, using, declining."""

    def __init__(self, body: Body, name: str, trigger: Trigger, timings: tuple[str, ...]) -> None:
        self.body, self.name = body, name
        self.world, self.b = body.world, body.b
        self.abilities = abilities_of(self.world, trigger, timings)
        self.spent: Spent = spent_region(self.world, self.b.function.name, self.abilities)
        self.among: Words = (ALL,) * self.world.piece_words
        self.which: Var = self.b.var("ability", 0)
        self.piece: Var = self.b.var("piece", 0)
        self.chosen: Words = ()
        self.remembered: tuple[Rows, ...] = (self.spent.rows,)

    @property
    def note(self) -> Note:
        """What is remembered of pieces while the activity goes on."""
        return Note(self.remembered)

    def find(self) -> None:
        """Search for what can be used."""
        found = search(self.world, self.b.function.name, self.abilities, self.spent)
        self.b.call(found, [self.body.you, *self.among])

    def is_any(self) -> Value:
        """Whether something was found."""
        return Load(uses(self.world).count, Const(0)).differs(0)

    def choose(self, *, forced: bool) -> None:
        """Let the player choose what to use; `which` is -1 for `done`.

        `forced`: where all that is left must be done anyway, nobody is asked.
        """
        b = self.b
        b.set(self.which, -1)
        if not self.abilities.own:
            return
        with b.when(self.is_any()):
            if forced:
                with b.when(self._all_compulsory()) as branch:
                    self._take(Const(0))
                with b.otherwise(branch):
                    self._ask()
            else:
                self._ask()

    def _all_compulsory(self) -> Value:
        b, own = self.b, uses(self.world)
        flags = tuple(int(handler.ability.compulsory) for _, handler in self.abilities.own)
        if not any(flags):
            return Op("no", ())
        table = self.world.table(f"compulsory {flags}", flags)
        all_of_them = b.temp("compulsory", 1)
        with b.counting(0, Load(own.count, Const(0))) as i:
            b.set(all_of_them, Get(all_of_them) & Load(table, Load(own.which, i)))
        return Get(all_of_them).differs(0)

    def _ask(self) -> None:
        b, own, world = self.b, uses(self.world), self.world
        self.begin_question(self.body.you, Const(-1))
        question.add(self.body, -1, world.names.of("done"))
        chosen = b.ask(self.note)
        with b.when(Op("lt_s", (chosen, Load(own.count, Const(0))))):
            self._take(chosen)

    def begin_question(self, seat: Value, card: Value) -> None:
        """Write the question with what was found as its options."""
        own, world = uses(self.world), self.world
        titles = tuple(world.names.of(handler.title) for _, handler in self.abilities.own)
        table = world.table(f"titles {titles}", titles or (-1,))
        noun = self.abilities.own[0][1].ability.timing.noun if self.abilities.own else None
        question.begin(self.body, self.name, seat, card, ABILITY, noun)
        with self.b.counting(0, Load(own.count, Const(0))) as i:
            question.add(self.body, Load(own.piece, i), Load(table, Load(own.which, i)))

    def _take(self, place: Value) -> None:
        own = uses(self.world)
        self.b.set(self.which, Load(own.which, place))
        self.b.set(self.piece, Load(own.piece, place))

    # -------------------------------------------------------------- using

    def each_ability(self, do: Callable[[int], None]) -> None:
        """Do something for the ability that was chosen."""
        self.chosen = held(self.body, alone_bits(self.body, Get(self.piece), self.abilities.words))
        for number in range(len(self.abilities.own)):
            with self.b.when(Get(self.which).equals(number)):
                do(number)

    def pieces(self, number: int) -> Words:
        """Return the pieces that the chosen use is about."""
        ability = self.abilities.own[number][1].ability
        if ability.using == 1:
            return self.chosen
        speaking = speaks(self.world, self.abilities, number)
        pieces = there(self.body, ability.timing, self.among, speaking=speaking)
        found = held(self.body, live(self.body, self.abilities, number, self.spent, pieces))
        return found if ability.using == 0 else lowest(self.body, found, ability.using)

    def spend(self, number: int, pieces: Words) -> None:
        """Note that an ability was used of its pieces."""
        for i, word in enumerate(pieces):
            at = number * self.abilities.words + i
            self.b.store(self.spent.region, at, self.spent.row(number)[i] | word)
        if self.abilities.own[number][1].ability.using == 0:
            self.b.store(self.spent.region, self.spent.flag(number), 1)

    def carry_out(self, number: int, pieces: Words) -> None:
        """Use an ability."""
        kind, handler = self.abilities.own[number]
        step(self.body, handler.ability.span)
        if not stays(handler.ability):
            add_to(self.body, lying(self.world).used, 0, pieces)
        count(self.body, Counted.USED, handler.ability, self.body.you)
        self._perform(number, pieces, declined=False)

    def _perform(self, number: int, pieces: Words, *, declined: bool) -> None:
        kind, handler = self.abilities.own[number]
        function = use_function(self.world, kind, handler, self.body.context, declined=declined)
        title = self.world.names.of(handler.title)
        words = (Get(self.piece),) if handler.ability.using == 1 else pieces
        self.b.call(function, [self.body.you, title, *words], note=self.note)

    def decline(self) -> None:
        """Do what even those must do who do not use their abilities, one after the other."""
        b = self.b
        with b.loop("decline") as loop:
            self.find()
            b.leave(loop, Op("not", (self.is_any(),)))
            self._take(Const(0))
            self.each_ability(self._decline_one)

    def _decline_one(self, number: int) -> None:
        pieces = held(self.body, self.pieces(number))
        self.spend(number, pieces)
        ability = self.abilities.own[number][1].ability
        if ability.projection.statements:
            step(self.body, ability.span)
            self._perform(number, pieces, declined=True)


def use_once(own: Activity, number: int) -> None:
    pieces = held(own.body, own.pieces(number))
    own.spend(number, pieces)
    own.carry_out(number, pieces)
