import { Icon } from '../../card/icons/Icon.tsx'
import { themeNames } from '../../schema/cards/theme.ts'
import { Trans } from '../messages/Trans.tsx'
import { t, translated } from '../messages/t.ts'
import { AndroidSteps, IosSteps } from '../shell/pwa/InstallSteps.tsx'
import { createAccount, shownThemes } from './content.ts'
import { CloseButton, Product, SampleCard, Sheet, SupportLink } from './parts.tsx'
import { samples, type ThemeKey } from './people.ts'

/** The dialog for visitors who select Use Theme. */
export function SignUpRequired() {
  return (
    <Sheet id="sign-up" title={t('Sign up required')}>
      <div className="dialog-body">
        <p className="dialog-text">
          {t('Create an account to use this theme for your business card.')}
        </p>
        <p className="dialog-text">
          <Trans
            id="We'll create your first card with <b>it</b>."
            components={{ b: <b data-chosen-theme="" /> }}
          />
        </p>
      </div>
      <footer className="dialog-foot">
        <a className="button" data-kind="secondary" href="/auth">
          {t('Login')}
        </a>
        <SupportLink
          className="button"
          data-for="closed"
          data-kind="primary"
          subject={t('Account request')}
        >
          {t('Request an account')}
        </SupportLink>
        <a
          className="button"
          data-create=""
          data-for="visitor"
          data-kind="primary"
          href={createAccount}
        >
          {t('Create account')}
        </a>
      </footer>
    </Sheet>
  )
}

/** The install guide of the app, as a dialog. */
export function InstallGuide() {
  return (
    <Sheet
      id="install"
      title={
        <>
          {t('Install')} <Product />
        </>
      }
    >
      <div className="dialog-body">
        <p className="dialog-text">
          <Trans
            id="Add <span>Edgecard</span> to your home screen to keep your card one tap away."
            components={{ span: <span data-config="short-name" /> }}
          />
        </p>
        <div>
          <div className="tabs-list" role="tablist" aria-label={t('Phone type')}>
            <Tab name="ios">{t('iOS')}</Tab>
            <Tab name="android">{t('Android')}</Tab>
          </div>
          <div role="tabpanel" id="panel-ios" aria-labelledby="tab-ios">
            <IosSteps />
          </div>
          <div role="tabpanel" id="panel-android" aria-labelledby="tab-android" hidden>
            <AndroidSteps />
          </div>
        </div>
      </div>
      <footer className="dialog-foot">
        <button className="button" type="button" data-kind="primary" data-closes="">
          {t('Got it')}
        </button>
      </footer>
    </Sheet>
  )
}

/** The region for toasts, and the template of a toast. */
export function Toasts() {
  return (
    <section aria-label={t('Notifications')}>
      <div className="toasts" role="status" />
      <template id="toast">
        <div className="toast">
          <Icon name="ok" />
          <div>
            <div className="toast-title">{t('Theme selected')}</div>
            <div className="toast-text">
              <Trans
                id="<name/> theme has been selected. Go to your dashboard to apply it."
                components={{ name: <span data-chosen-theme="" /> }}
              />
            </div>
            <a className="text-link" href="/dashboard">
              {t('Go to Dashboard')}
            </a>
          </div>
          <CloseButton data-dismisses="" />
        </div>
      </template>
    </section>
  )
}

function Tab({ name, children }: { name: 'ios' | 'android'; children: string }) {
  const first = name === 'ios'
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${name}`}
      aria-controls={`panel-${name}`}
      aria-selected={first}
      tabIndex={first ? 0 : -1}
    >
      {children}
    </button>
  )
}

export function Themes() {
  return (
    <section className="band wide" id="themes" tabIndex={-1} aria-labelledby="themes-title">
      <header className="band-head">
        <h2 id="themes-title">{t('A look for every line of work')}</h2>
        <p>
          {t(
            'Real cards, not images of cards. Change the theme whenever you like. The code on your badge stays the same.',
          )}
        </p>
        <button className="way" type="button" data-opens="gallery" aria-haspopup="dialog">
          {t('View all themes')}
          <Icon name="chevron-right" size={14} />
        </button>
      </header>
      <ul className="thirds theme-cards">
        {shownThemes.map(({ theme, text }) => (
          <ThemeCard key={theme} theme={theme} text={text} />
        ))}
      </ul>
    </section>
  )
}

/** All nine themes, in a template element: nothing is laid out or loaded before the dialog opens. */
export function ThemeGallery() {
  return (
    <Sheet id="gallery" title={t('All themes')} className="theme-gallery">
      <template>
        <ul className="thirds theme-cards">
          {Object.values(samples).map(({ theme }) => (
            <ThemeCard key={theme} theme={theme} />
          ))}
        </ul>
      </template>
    </Sheet>
  )
}

/** A sample card with this theme, and a link to use it. */
function ThemeCard({ theme, text }: { theme: ThemeKey; text?: string }) {
  const name = translated(themeNames[theme])
  return (
    <li className="theme-card panel">
      <SampleCard sample={samples[theme]} className="theme-card-thumb" low />
      <div className="theme-card-foot">
        <div>
          <h3>{name}</h3>
          {text && <p>{text}</p>}
        </div>
        {/* Without JavaScript, the link itself leads to the page that the dialog links to. */}
        <a
          className="button"
          data-kind="secondary"
          data-use-theme={theme}
          data-theme-name={name}
          href={`${createAccount}&theme=${theme}`}
        >
          <span data-selected={t('Selected')} data-selectable={t('Use Theme')}>
            {t('Use Theme')}
          </span>
          <span className="hidden-text">{name}</span>
        </a>
      </div>
    </li>
  )
}
