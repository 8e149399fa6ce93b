import { Icon } from '../../card/icons/Icon.tsx'
import { appLanguages, landingPath } from '../../schema/screens.ts'
import { language } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { facts, heroThemes, sections } from './content.ts'
import { InstallGuide, SignUpRequired, ThemeGallery, Themes, Toasts } from './Dialogs.tsx'
import { Features, Promo } from './Features.tsx'
import { Closing, Footer, Pricing, Testimonials } from './Pricing.tsx'
import {
  CreateCard,
  LandingBrand,
  Product,
  SampleCard,
  SignUp,
  VisitorOrUserLink,
} from './parts.tsx'
import { samples } from './people.ts'

// The worker makes paths marked `data-absolute` absolute; Vite leaves elements marked `vite-ignore` alone.
const absolute = { 'data-absolute': '' }
const ignored = { ...absolute, 'vite-ignore': '' }

/** The translated elements of the head. */
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

/** The page at `/` and at `/de` and the like, prerendered at build time. Its only script is `web/landing/main.ts`. */
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

function Hero() {
  return (
    <section className="hero wide" aria-labelledby="hero">
      <div className="hero-words">
        <h1 id="hero">{t('Your business card, in their phone before the handshake ends')}</h1>
        <p className="lead">
          {t(
            'They scan, and your card opens in the browser. One tap saves your photo, numbers and links. See what people view, click and save.',
          )}
        </p>
        <div className="hero-actions">
          <CreateCard />
          <a className="button" data-kind="secondary" data-size="large" href="#themes">
            {t('See the themes')}
          </a>
        </div>
      </div>
      <dl className="facts">
        {facts.map(({ figure, text }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <Stage />
    </section>
  )
}

function Stage() {
  return (
    <div className="stage">
      <SampleCard sample={samples.tech} className="stage-behind" />
      <SampleCard sample={samples.nonprofit} className="stage-behind" />
      <div className="phone" id="phone">
        <SampleCard sample={samples.minimalist} className="phone-glass" />
      </div>
      <fieldset className="chips">
        <legend className="hidden-text">{t('Theme of the sample card')}</legend>
        {heroThemes.map(({ theme, title }, index) => (
          <label key={theme}>
            <input
              type="radio"
              name="hero-theme"
              value={theme}
              autoComplete="off"
              defaultChecked={index === 0}
            />
            <i data-theme={theme} aria-hidden="true" />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}

function TopBar() {
  return (
    <header className="landing-bar">
      <div className="wide">
        <a className="home-link" href={landingPath(language)}>
          <LandingBrand />
          <span className="hidden-text">{t(', home page')}</span>
        </a>
        <nav aria-label={t('Sections')}>
          <SectionLinks />
        </nav>
        <div className="landing-bar-actions">
          <Login />
          <SignUp kind="primary" words={t('Get Started')} signedIn={t('My Cards')} />
        </div>
        <button
          className="button landing-menu-button"
          type="button"
          data-icon-only=""
          data-opens="menu"
          aria-label={t('Open menu')}
          aria-haspopup="dialog"
        >
          <Icon name="menu" />
        </button>
      </div>
    </header>
  )
}

/** The links of the bar for small screens; slides in from the side. */
function Menu() {
  return (
    <dialog id="menu" className="landing-menu" aria-labelledby="menu-title">
      <header>
        <h2 id="menu-title" className="hidden-text">
          {t('Menu')}
        </h2>
        <LandingBrand />
        <button
          className="button"
          type="button"
          data-icon-only=""
          data-closes=""
          aria-label={t('Close')}
        >
          <Icon name="close" />
        </button>
      </header>
      <nav aria-label={t('Menu')}>
        <SectionLinks />
      </nav>
      <div className="landing-menu-actions">
        <SignUp kind="primary" size="large" words={t('Get Started')} signedIn={t('My Cards')} />
        <Login size="large" kind="secondary" />
      </div>
      <p>
        {t('Digital business cards by')} <Product />
      </p>
    </dialog>
  )
}

function SectionLinks() {
  return (
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} data-closes="">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Login({ kind = 'ghost', size }: { kind?: 'ghost' | 'secondary'; size?: 'large' }) {
  return (
    <VisitorOrUserLink
      kind={kind}
      size={size}
      visitor={{ href: '/auth', words: t('Login') }}
      user={{ href: '/dashboard', words: t('Dashboard') }}
    />
  )
}
