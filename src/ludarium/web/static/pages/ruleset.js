/** A ruleset. */

import { startRuleset } from "../rulesets/ruleset.js";

startRuleset();
