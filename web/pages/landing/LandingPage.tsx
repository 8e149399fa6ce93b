import { Closing, Footer } from './sections/Closing.tsx'
import { InstallGuide, SignUpRequired, Toasts } from './sections/Dialogs.tsx'
import { Features } from './sections/Features.tsx'
import { Hero } from './sections/Hero.tsx'
import { Pricing } from './sections/Pricing.tsx'
import { Promo } from './sections/Promo.tsx'
import { Testimonials } from './sections/Testimonials.tsx'
import { ThemeGallery, Themes } from './sections/Themes.tsx'
import { Menu, TopBar } from './sections/TopBar.tsx'

/** The page at `/`: made once, at build time; `web/landing/main.ts` is all of it that runs in a browser. */
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
