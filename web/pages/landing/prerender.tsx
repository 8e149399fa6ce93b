/** The landing page as text, and what else is made of its samples; `landing.ts` of the build calls these. */
import { renderToStaticMarkup } from 'react-dom/server'
import { cardRules } from '../../../card/links.ts'
import { contactFile } from '../../../card/vcard.ts'
import { LandingPage } from './LandingPage.tsx'
import { samples } from './people.ts'

export function landingMarkup(): string {
  // React asks for every picture up front; all but the first are far down the page, or in a closed dialog.
  return renderToStaticMarkup(<LandingPage />).replaceAll(/<link rel="preload"[^>]*>/g, '')
}

/** The button colours of the sample cards, which no style attribute may carry. */
export function landingRules(): string {
  return Object.values(samples)
    .map(({ card }) => cardRules(card))
    .join('')
}

/** A contact to try, with the photo as base64. */
export function sampleContact(photo: string): string {
  const { card } = samples.minimalist
  const uid = '6f2a3f0e-5d0b-4f5e-9c1e-3a1d1c0ada00'
  return contactFile(card, { uid, url: 'https://lindqvist.example', photo })
}
