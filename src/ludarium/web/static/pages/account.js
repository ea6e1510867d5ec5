/** The account page. */

import { startAccount } from "../people/account.js";

startAccount();
