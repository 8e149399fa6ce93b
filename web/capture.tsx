/** Booth mode: loads the messages, then the page, whose modules use them. */
import './styles/app.css'
import './styles/pages/capture.css'
import { language } from './messages/language.ts'
import { withMessages } from './messages/load.ts'

document.documentElement.lang = language
void withMessages('capture', () => import('./pages/capture/CapturePage.tsx')).then(
  ({ renderCapture }) => {
    const root = document.getElementById('app')
    if (root) renderCapture(root)
  },
)
