import type { ReactNode } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { appLanguages } from '../../../schema/app-language.ts'
import { landingPath } from '../../../schema/screens.ts'
import { language } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { sections } from '../content.ts'
import { CreateCard, SignUp, VisitorOrUserLink } from '../parts/AccountLinks.tsx'
import { LandingBrand, SupportLink } from '../parts/Product.tsx'

export function Closing() {
  return (
    <section className="closing wide" aria-labelledby="closing-title">
      <h2 id="closing-title">{t('Your next handshake comes with a card')}</h2>
      <p>{t("You're two minutes from a code you can show.")}</p>
      <CreateCard />
    </section>
  )
}

export function Footer() {
  return (
    <footer className="landing-foot">
      <div className="wide">
        <div>
          <LandingBrand />
          <p>
            {t('Digital business cards that open instantly, save completely and respect privacy.')}
          </p>
        </div>
        <Group title={t('Product')}>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </Group>
        <Group title={t('Account')}>
          <li>
            <VisitorOrUserLink
              kind="ghost"
              visitor={{ href: '/auth', words: t('Login') }}
              user={{ href: '/dashboard', words: t('Dashboard') }}
            />
          </li>
          <li>
            <SignUp kind="ghost" words={t('Get Started')} signedIn={t('My Cards')} />
          </li>
        </Group>
        <Group title={t('Help')}>
          <li>
            <a href="/guide">{t('User Guide')}</a>
          </li>
          <li>
            <SupportLink subject={t('Question')}>{t('Contact support')}</SupportLink>
          </li>
          <li>
            <a href="/api/docs">{t('API')}</a>
          </li>
          <li>
            <a href="/privacy">{t('Privacy')}</a>
          </li>
        </Group>
        <Languages />
        <p className="small-print">{t('The people and companies on this page are fictional.')}</p>
      </div>
      <InstallButton />
    </footer>
  )
}

/** The page in the other languages; the script stores the selected one for the app. */
function Languages() {
  return (
    <nav className="landing-languages" aria-label={t('Languages')}>
      <ul>
        {appLanguages.map((one) => (
          <li key={one}>
            <a
              href={landingPath(one)}
              lang={one}
              hrefLang={one}
              data-language={one}
              aria-current={one === language ? 'page' : undefined}
            >
              {new Intl.DisplayNames(one, { type: 'language' }).of(one)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The script shows it once the guide was closed. */
function InstallButton() {
  return (
    <div className="install-button" hidden>
      <button
        className="button"
        type="button"
        data-kind="ghost"
        data-icon-only=""
        data-opens="install"
        aria-label={t('Install Guide')}
        title={t('Install Guide')}
      >
        <Icon name="download" size={18} />
      </button>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}
