import { lazy, Suspense, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { useUser } from '../../data/session.ts'
import { product } from '../../product.ts'
import { Brand, Loading } from '../../shell/Brand.tsx'
import { nextPath } from '../../shell/next-path.ts'
import { useMedia } from '../../shell/useMedia.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { NewPasswordPanel } from './NewPasswordPanel.tsx'
import { RegisterPanel } from './RegisterPanel.tsx'
import { ResetPanel } from './ResetPanel.tsx'
import { usePanel } from './usePanel.ts'
import { useResetToken } from './useResetToken.ts'

const Marketing = lazy(() =>
  import('./Marketing.tsx').then((module) => ({ default: module.Marketing })),
)

/** Sign in, ask for a reset link, set a new password with it, or create an account: one panel at a time. */
export function AuthPage() {
  const { user, error } = useUser()
  const [search] = useSearchParams()
  const [token, forgetToken] = useResetToken()
  const wide = useMedia('(min-width: 1024px)')
  if (!token && user) return <Navigate to={nextPath(search.get('next'))} replace />
  if (!token && user === undefined && !error) return <Loading />
  return (
    <div className="auth">
      <main className="auth-main" id="main">
        <a className="auth-brand" href="/" aria-label={`${product.name}, home page`}>
          <Brand />
        </a>
        <Panel token={token} onToken={forgetToken} />
      </main>
      {wide && (
        <Suspense fallback={<aside className="auth-marketing" />}>
          <Marketing />
        </Suspense>
      )}
    </div>
  )
}

function Panel({ token, onToken }: { token: string | undefined; onToken: () => void }) {
  const [panel, open] = usePanel()
  const [notice, setNotice] = useState<string>()
  const [email, setEmail] = useState('')
  const backToLogin = (said?: string) => {
    setNotice(said)
    onToken()
    open('login')
  }
  if (token) return <NewPasswordPanel token={token} onDone={backToLogin} />
  if (panel === 'forgot-password') return <ResetPanel email={email} onDone={backToLogin} />
  const mayRegister = panel === 'create-account' && product.registrationOpen
  if (mayRegister) return <RegisterPanel onLogin={() => backToLogin()} />
  return (
    <LoginPanel
      notice={panel === 'create-account' ? 'Registration is closed.' : notice}
      onForgotten={(username) => {
        setEmail(username.includes('@') ? username : '')
        open('forgot-password')
      }}
      onRegister={product.registrationOpen ? () => open('create-account') : undefined}
    />
  )
}
