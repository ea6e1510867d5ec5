/** The pages of a tournament. */

import { startTournament } from "../tournaments/tournament.js";

startTournament();
