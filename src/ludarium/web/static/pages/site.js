/** What every page does. */

import { startSite } from "../shared/site.js";

startSite();
