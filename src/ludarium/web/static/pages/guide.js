/** A page of rules. */

import { startGuide } from "../study/guide.js";

startGuide();
