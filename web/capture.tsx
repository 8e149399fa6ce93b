/** Booth mode: loads the messages, then the page, whose modules use them. */
import './styles/app.css'
import './styles/pages/capture.css'
import { createRoot } from 'react-dom/client'
import { language } from './messages/language.ts'
import { withMessages } from './messages/load.ts'

document.documentElement.lang = language
void withMessages('capture', () => import('./pages/capture/CapturePage.tsx')).then(
  ({ CapturePage }) => {
    const root = document.getElementById('app')
    if (root) createRoot(root).render(<CapturePage />)
  },
)
