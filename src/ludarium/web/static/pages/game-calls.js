/** Calls players of tournaments, on every page. */

import { startGameCalls } from "../tournaments/game-calls.js";

startGameCalls();
