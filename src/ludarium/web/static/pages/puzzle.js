/** A puzzle. */

import { startPuzzle } from "../study/puzzle.js";

startPuzzle();
