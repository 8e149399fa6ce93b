/** Starts the app: loads the messages in its language, then its modules, which use them. */
import './app.css'
import { language } from './messages/language.ts'
import { loadFirstMessages } from './messages/load.ts'
import { captureInstallPrompt } from './shell/pwa/install-prompt.ts'

document.documentElement.lang = language
captureInstallPrompt()
void loadFirstMessages(location.pathname)
  .then(() => import('./start.tsx'))
  .then(({ startApp }) => startApp())
