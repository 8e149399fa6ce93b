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

const HandoverPanel = later(async () => (await import('./HandoverPanel.tsx')).HandoverPanel)

const CodePanel = later(async () => (await import('./CodePanel.tsx')).CodePanel)

/** Sign in, ask for a reset link, use a link that was mailed, or create an account: one panel at a time. */
export function AuthPage() {
  const { user, error } = useUser()
  const [search] = useSearchParams()
  const [mailed, forgetMailed] = useMailedToken()
  const wide = useMedia('(min-width: 1024px)')
  if (!mailed && user) return <Navigate to={nextPath(search.get('next'))} replace />
  const needsUser = !mailed || mailed.kind === 'handover'
  if (needsUser && user === undefined && !error) return <Loading />
  return (
    <div className="auth">
      <main className="auth-main" id="main">
        <a className="auth-brand" href="/" aria-label={`${product.name}, home page`}>
          <Brand />
        </a>
        <Panel mailed={mailed} userId={user?.id} onMailed={forgetMailed} />
      </main>
      {wide && (
        <Suspense fallback={<aside className="auth-marketing" />}>
          <Marketing />
        </Suspense>
      )}
    </div>
  )
}

type Shown = { mailed: MailedToken | undefined; userId: number | undefined; onMailed: () => void }

function Panel({ mailed, userId, onMailed }: Shown) {
  const [panel, open] = usePanel()
  const [notice, setNotice] = useState<string>()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<string>()
  const isOffer = mailed?.kind === 'handover'
  const backToLogin = (said?: string) => {
    setNotice(said)
    setStep(undefined)
    // An offer waits until somebody signs in.
    if (!isOffer) onMailed()
    open('login')
  }
  if (isOffer && userId !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <HandoverPanel token={mailed.token} userId={userId} onDone={onMailed} />
      </Suspense>
    )
  if (mailed?.kind === 'reset')
    return <NewPasswordPanel token={mailed.token} onDone={backToLogin} />
  if (mailed && !isOffer) {
    const Mailed = mailed.kind === 'revert' ? EmailRevertPanel : EmailVerificationPanel
    return (
      <Suspense fallback={<Loading />}>
        <Mailed token={mailed.token} onDone={backToLogin} />
      </Suspense>
    )
  }
  const noticeOf = (shown: typeof panel) => {
    if (shown === 'create-account') return 'Registration is closed.'
    return notice ?? (isOffer ? 'Sign in to see the cards offered to you.' : undefined)
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
      notice={noticeOf(panel)}
      onForgotten={(username) => {
        setEmail(username.includes('@') ? username : '')
        open('forgot-password')
      }}
      onCode={setStep}
      onRegister={product.registrationOpen ? () => open('create-account') : undefined}
    />
  )
}
