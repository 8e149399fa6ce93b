/** The page that creates the first user of an installation. It has no script. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { ProductLogo } from '../../card/icons/ProductLogo.tsx'
import type { Bindings } from '../env.ts'
import plain from './plain-page.css?inline'
import own from './setup.css?inline'

export const setupStyle = plain + own

/** What is wrong with the form, and what was typed. */
export type Setup = { error?: string; username?: string; email?: string; fullName?: string }

export function setupPage(env: Bindings, setup: Setup): string {
  return documentWith(
    env,
    <>
      <h1>Set up {env.PRODUCT_NAME}</h1>
      <p>
        Create the first user, a System Admin who cannot be deleted. Afterwards others can register.
      </p>
      <Form setup={setup} minLength={env.PASSWORD_MIN_LENGTH} />
    </>,
  )
}

/** Shown instead of the form once there is a user. */
export function alreadySetUpPage(env: Bindings): string {
  return documentWith(
    env,
    <>
      <h1>Already set up</h1>
      <p>
        This page creates the first user of {env.PRODUCT_NAME}, and there is one.{' '}
        {env.REGISTRATION === 'closed'
          ? 'For an account of your own, ask a System Admin.'
          : 'You can create an account of your own on the sign-in page.'}
      </p>
      <SignInLink />
    </>,
  )
}

export function readyPage(env: Bindings): string {
  return documentWith(
    env,
    <>
      <h1>Ready</h1>
      <p>The first user was created, with a card. This page works only once.</p>
      <SignInLink />
    </>,
  )
}

function SignInLink() {
  return (
    <p>
      <a className="button" href="/auth">
        Sign in
      </a>
    </p>
  )
}

function documentWith({ PRODUCT_NAME: product }: Bindings, content: ReactNode): string {
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`Setup · ${product}`}</title>
    </>,
  )
  const body = renderToStaticMarkup(
    <>
      <header>
        <p className="brand">
          <ProductLogo size={24} />
          <a href="/">{product}</a>
        </p>
      </header>
      <main>{content}</main>
    </>,
  )
  return `<!doctype html><html lang="en"><head>${head}<style>${setupStyle}</style></head><body>${body}</body></html>`
}

function Form({ setup, minLength: least }: { setup: Setup; minLength: string }) {
  const { error: refusal, username, email, fullName } = setup
  return (
    <form method="post" action="/setup">
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <Field name="secret" label="Secret of this installation" type="password">
        The value of PEPPER that you entered when you deployed.
      </Field>
      <Field name="fullName" label="Full name" value={fullName} autoComplete="name" />
      <Field name="email" label="Email address" type="email" value={email} autoComplete="email" />
      <Field name="username" label="Username" value={username} autoComplete="username" />
      <Field name="password" label="Password" type="password" autoComplete="new-password">
        At least {least} characters.
      </Field>
      <button type="submit">Create the user</button>
    </form>
  )
}

type FieldProps = {
  name: string
  label: string
  type?: string
  value?: string
  autoComplete?: string
  children?: ReactNode
}

function Field({ name, label, type = 'text', value, autoComplete = 'off', children }: FieldProps) {
  const hint = children === undefined ? undefined : `${name}-hint`
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <input
        {...{ id: name, name, type, autoComplete }}
        defaultValue={value}
        aria-describedby={hint}
        required
      />
      {hint && <small id={hint}>{children}</small>}
    </p>
  )
}
