/** Offers notices on a page. */

import { startNotices } from "../shared/notices.js";

startNotices();
