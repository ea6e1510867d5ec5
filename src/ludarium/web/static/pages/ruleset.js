/** A ruleset. */

import { startRuleset } from "../study/ruleset.js";

startRuleset();
