/** Loads the messages of the app's language, then the app, whose modules use them. */
import './app.css'
import { language } from './messages/language.ts'
import { loadFirstMessages } from './messages/load.ts'
import { captureInstallPrompt } from './shell/pwa/install-prompt.ts'

document.documentElement.lang = language
captureInstallPrompt()
void loadFirstMessages(location.pathname)
  .then(() => import('./start.tsx'))
  .then(({ startApp }) => startApp())
