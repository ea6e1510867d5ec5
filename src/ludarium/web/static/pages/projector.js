/** The wall of a tournament. */

import { startProjector } from "../tournaments/projector.js";

startProjector();
