/** A puzzle. */

import { startPuzzle } from "../puzzles/puzzle.js";

startPuzzle();
