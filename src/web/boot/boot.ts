/*
 * First script of the page, so small that the browser waits for it before the first paint: the sketch in the shell
 * gets the theme of the last visit, and is empty where no frame will follow. A classic script, so it shares no file
 * with the modules.
 */
import { showRememberedTheme } from '../data/theme/remembered-theme'
import { isAccountPath, isLoggedIn } from '../lib/first-place'

showRememberedTheme()
if (isAccountPath() || !isLoggedIn()) document.documentElement.dataset['boot'] = 'door'
