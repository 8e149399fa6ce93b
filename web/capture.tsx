/** Starts booth mode: loads its messages, then its page, whose modules use them. */
import './app.css'
import './capture/capture.css'
import { language } from './messages/language.ts'
import { withMessages } from './messages/load.ts'

document.documentElement.lang = language
void withMessages('capture', () => import('./capture/CapturePage.tsx')).then(
  ({ renderCapture }) => {
    const root = document.getElementById('app')
    if (root) renderCapture(root)
  },
)
