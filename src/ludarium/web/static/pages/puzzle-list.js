/** Lists of puzzles. */

import { startPuzzleList } from "../puzzles/puzzle-list.js";

startPuzzleList();
