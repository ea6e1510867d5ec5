/** Lists of puzzles. */

import { startPuzzleList } from "../study/puzzle-list.js";

startPuzzleList();
