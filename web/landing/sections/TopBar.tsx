import { Icon } from '../../../card/icons/Icon.tsx'
import { landingPath } from '../../../schema/screens.ts'
import { language } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { sections } from '../content.ts'
import { SignUp, VisitorOrUserLink } from '../parts/AccountLinks.tsx'
import { LandingBrand, Product } from '../parts/Product.tsx'

export function TopBar() {
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

/** What the bar has no room for on a small screen, sliding in from the side. */
export function Menu() {
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
