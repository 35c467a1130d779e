"""`python -m cubedsl` is `cubedsl`."""

from cubedsl.cli import main

if __name__ == "__main__":
    main(prog_name="cubedsl")
