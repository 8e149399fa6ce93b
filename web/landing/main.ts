/** What the landing page does in a browser: dialogs, themes, who is signed in, the install guide. */
import { listenForDialogs } from './dialogs.ts'
import { drawThumbs } from './draw.ts'
import { listenForInstallGuide } from './install.ts'
import { listenForThemes } from './themes.ts'
import { isSignedIn } from './visitor.ts'

listenForDialogs()
listenForThemes()
listenForInstallGuide()
drawThumbs()

void isSignedIn().then((known) => {
  document.documentElement.toggleAttribute('data-user', known)
})
