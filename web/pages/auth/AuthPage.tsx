import { Suspense, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useUser } from '../../data/session.ts'
import { product } from '../../product.ts'
import { Brand, Loading } from '../../shell/Brand.tsx'
import { nextPath } from '../../shell/next-path.ts'
import { useMedia } from '../../shell/useMedia.ts'
import { later } from '../../ui/later.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { NewPasswordPanel } from './NewPasswordPanel.tsx'
import { RegisterPanel } from './RegisterPanel.tsx'
import { ResetPanel } from './ResetPanel.tsx'
import { type MailedToken, useMailedToken } from './useMailedToken.ts'
import { usePanel } from './usePanel.ts'

const Marketing = later(async () => (await import('./Marketing.tsx')).Marketing)

const EmailRevertPanel = later(
  async () => (await import('./EmailRevertPanel.tsx')).EmailRevertPanel,
)

const EmailVerificationPanel = later(
  async () => (await import('./EmailVerificationPanel.tsx')).EmailVerificationPanel,
)

const CodePanel = later(async () => (await import('./CodePanel.tsx')).CodePanel)

/** Sign in, ask for a reset link, use a link that was mailed, or create an account: one panel at a time. */
export function AuthPage() {
  const { user, error } = useUser()
  const [search] = useSearchParams()
  const [mailed, forgetMailed] = useMailedToken()
  const wide = useMedia('(min-width: 1024px)')
  if (!mailed && user) return <Navigate to={nextPath(search.get('next'))} replace />
  if (!mailed && user === undefined && !error) return <Loading />
  return (
    <div className="auth">
      <main className="auth-main" id="main">
        <a className="auth-brand" href="/" aria-label={`${product.name}, home page`}>
          <Brand />
        </a>
        <Panel mailed={mailed} onMailed={forgetMailed} />
      </main>
      {wide && (
        <Suspense fallback={<aside className="auth-marketing" />}>
          <Marketing />
        </Suspense>
      )}
    </div>
  )
}

function Panel({ mailed, onMailed }: { mailed: MailedToken | undefined; onMailed: () => void }) {
  const [panel, open] = usePanel()
  const [notice, setNotice] = useState<string>()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<string>()
  const backToLogin = (said?: string) => {
    setNotice(said)
    setStep(undefined)
    onMailed()
    open('login')
  }
  if (mailed?.kind === 'reset')
    return <NewPasswordPanel token={mailed.token} onDone={backToLogin} />
  if (mailed) {
    const Mailed = mailed.kind === 'revert' ? EmailRevertPanel : EmailVerificationPanel
    return (
      <Suspense fallback={<Loading />}>
        <Mailed token={mailed.token} onDone={backToLogin} />
      </Suspense>
    )
  }
  if (panel === 'forgot-password') return <ResetPanel email={email} onDone={backToLogin} />
  const mayRegister = panel === 'create-account' && product.registrationOpen
  if (mayRegister) return <RegisterPanel onLogin={() => backToLogin()} />
  if (step)
    return (
      <Suspense fallback={<Loading />}>
        <CodePanel token={step} onDone={backToLogin} />
      </Suspense>
    )
  return (
    <LoginPanel
      notice={panel === 'create-account' ? 'Registration is closed.' : notice}
      onForgotten={(username) => {
        setEmail(username.includes('@') ? username : '')
        open('forgot-password')
      }}
      onCode={setStep}
      onRegister={product.registrationOpen ? () => open('create-account') : undefined}
    />
  )
}
