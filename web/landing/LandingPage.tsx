import { appLanguages } from '../../schema/app-language.ts'
import { landingPath } from '../../schema/screens.ts'
import { language } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { Closing, Footer } from './sections/Closing.tsx'
import { InstallGuide, SignUpRequired, Toasts } from './sections/Dialogs.tsx'
import { Features } from './sections/Features.tsx'
import { Hero } from './sections/Hero.tsx'
import { Pricing } from './sections/Pricing.tsx'
import { Promo } from './sections/Promo.tsx'
import { Testimonials } from './sections/Testimonials.tsx'
import { ThemeGallery, Themes } from './sections/Themes.tsx'
import { Menu, TopBar } from './sections/TopBar.tsx'

// The worker makes paths with `data-absolute` absolute; Vite takes those with `vite-ignore` as they are.
const absolute = { 'data-absolute': '' }
const ignored = { ...absolute, 'vite-ignore': '' }

/** What the head says in each language. */
export function LandingHead() {
  const title = t('Digital business cards')
  const description = t(
    'Digital business cards that open on any phone with one scan, save as complete contacts and show you what people view, click and save.',
  )
  return (
    <>
      <title data-page={title}>{`${title}, Edgecard`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={landingPath(language)} {...ignored} />
      {appLanguages.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={landingPath(one)} {...ignored} />
      ))}
      <link rel="alternate" hrefLang="x-default" href="/" {...ignored} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Edgecard" />
      <meta
        property="og:title"
        content={t('Your business card, in their phone before the handshake ends')}
      />
      <meta
        property="og:description"
        content={t(
          'One scan opens it in any browser. One tap saves your photo, numbers and links. Nine themes, honest figures, no app to install.',
        )}
      />
      <meta property="og:url" content={landingPath(language)} {...absolute} />
      <meta property="og:image" content="/preview.jpg" {...ignored} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content={t('A digital business card on a phone, with two more behind it')}
      />
    </>
  )
}

/** The page at `/` and `/de`, prerendered at build time; its only client script is `web/landing/main.ts`. */
export function LandingPage() {
  return (
    <>
      <a className="skip-link" href="#main">
        {t('Skip to content')}
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
