/** A page of rules. */

import { startGuide } from "../guides/guide.js";

startGuide();
