/** Renders the landing page and its sample data; called by `build/prerender-landing.ts`. */
import { renderToStaticMarkup } from 'react-dom/server'
import { contactFile } from '../../../card/contact/vcard.ts'
import { cardRules } from '../../../card/links.ts'
import { samples } from './people.ts'
import { Closing, Footer } from './sections/Closing.tsx'
import { InstallGuide, SignUpRequired, Toasts } from './sections/Dialogs.tsx'
import { Features } from './sections/Features.tsx'
import { Hero } from './sections/Hero.tsx'
import { Pricing } from './sections/Pricing.tsx'
import { Promo } from './sections/Promo.tsx'
import { Testimonials } from './sections/Testimonials.tsx'
import { ThemeGallery, Themes } from './sections/Themes.tsx'
import { Menu, TopBar } from './sections/TopBar.tsx'

export function landingMarkup(): string {
  // React preloads every image; all but the first are far down the page or in a closed dialog.
  return renderToStaticMarkup(<LandingPage />).replaceAll(/<link rel="preload"[^>]*>/g, '')
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

/** The page at `/`, prerendered at build time; its only client script is `web/landing/main.ts`. */
export function LandingPage() {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <TopBar />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Features />
        <Themes />
        <Promo />
        <Pricing />
        <Testimonials />
        <Closing />
      </main>
      <Footer />
      <Menu />
      <ThemeGallery />
      <SignUpRequired />
      <InstallGuide />
      <Toasts />
    </>
  )
}
