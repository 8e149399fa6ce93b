/** Renders the landing page and its sample data; called by `build/prerender-landing.ts`. */
import './add-messages.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { contactFile } from '../../card/contact/vcard.ts'
import { cardRules } from '../../card/links.ts'
import { LandingHead, LandingPage } from './LandingPage.tsx'
import { samples } from './people.ts'

/** The head and the body of the landing page in the language of the build. */
export function landingMarkup(): { head: string; body: string } {
  return { head: render(<LandingHead />), body: render(<LandingPage />) }
}

// React preloads every image; all but the first are far down the page or in a closed dialog.
function render(page: ReactNode): string {
  return renderToStaticMarkup(page).replaceAll(/<link rel="preload"[^>]*>/g, '')
}

/** CSS for the button colors of the sample cards, since style attributes are not allowed. */
export function landingRules(): string {
  return Object.values(samples)
    .map(({ card }) => cardRules(card))
    .join('')
}

/** A sample contact file, with the photo as base64. */
export function sampleContact(photo: string): string {
  const { card } = samples.minimalist
  const uid = '6f2a3f0e-5d0b-4f5e-9c1e-3a1d1c0ada00'
  return contactFile(card, { uid, url: 'https://lindqvist.example', photo })
}
