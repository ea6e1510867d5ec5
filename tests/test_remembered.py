"""What plain Python remembers of a rule changes nothing but how often it is asked."""

from __future__ import annotations

from ludarium.rules.dispatch import remembered


def test_the_last_answer_is_given_again_and_no_other() -> None:
    asked = []

    @remembered
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(number) for number in (3, 3, 4, 4, 3)] == [6, 6, 8, 8, 6]
    assert asked == [3, 4, 3]
