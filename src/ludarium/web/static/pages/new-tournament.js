/** The form that announces a tournament. */

import { startNewTournament } from "../tournaments/new-tournament.js";

startNewTournament();
