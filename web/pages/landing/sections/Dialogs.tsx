import { Icon } from '../../../../card/icons/Icon.tsx'
import { AndroidSteps, IosSteps } from '../../../shell/pwa/InstallSteps.tsx'
import { createAccount } from '../content.ts'
import { Product, SupportLink } from '../parts/Product.tsx'
import { CloseButton, Sheet } from '../parts/Sheet.tsx'

/** Shown to visitors who select Use Theme. */
export function SignUpRequired() {
  return (
    <Sheet id="sign-up" title="Sign up required">
      <div className="dialog-body">
        <p className="dialog-text">Create an account to use this theme for your business card.</p>
        <p className="dialog-text">
          We'll create your first card with <b data-chosen-theme="">it</b>.
        </p>
      </div>
      <footer className="dialog-foot">
        <a className="button" data-kind="secondary" href="/auth">
          Login
        </a>
        <SupportLink
          className="button"
          data-for="closed"
          data-kind="primary"
          subject="Account request"
        >
          Request an account
        </SupportLink>
        <a
          className="button"
          data-create=""
          data-for="visitor"
          data-kind="primary"
          href={createAccount}
        >
          Create account
        </a>
      </footer>
    </Sheet>
  )
}

/** The same guide as in the app. */
export function InstallGuide() {
  return (
    <Sheet
      id="install"
      title={
        <>
          Install <Product />
        </>
      }
    >
      <div className="dialog-body">
        <p className="dialog-text">
          Add <span data-config="short-name">Edgecard</span> to your home screen to keep your card
          one tap away.
        </p>
        <div>
          <div className="tabs-list" role="tablist" aria-label="Phone type">
            <Tab name="ios">iOS</Tab>
            <Tab name="android">Android</Tab>
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
          Got it
        </button>
      </footer>
    </Sheet>
  )
}

/** The toast region and the template of a toast. */
export function Toasts() {
  return (
    <section aria-label="Notifications">
      <div className="toasts" role="status" />
      <template id="toast">
        <div className="toast">
          <Icon name="ok" />
          <div>
            <div className="toast-title" />
            <div className="toast-text" />
            <a className="text-link" href="/dashboard">
              Go to Dashboard
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
