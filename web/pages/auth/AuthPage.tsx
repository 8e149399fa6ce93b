import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { sessionEnd, useUser } from '../../data/session.ts'
import { product } from '../../product.ts'
import { Brand, Loading } from '../../shell/Brand.tsx'
import { nextPath } from '../../shell/next-path.ts'
import { useMediaQuery } from '../../shell/useMediaQuery.ts'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { LoginPanel, type Notice } from './LoginPanel.tsx'
import { NewPasswordPanel, ResetPanel } from './PasswordResetPanels.tsx'
import { RegisterPanel } from './RegisterPanel.tsx'

const Marketing = lazyWithPreload(async () => (await import('./Marketing.tsx')).Marketing)

const EmailLinkPanel = lazyWithPreload(
  async () => (await import('./EmailLinkPanel.tsx')).EmailLinkPanel,
)

const HandoverPanel = lazyWithPreload(
  async () => (await import('./HandoverPanel.tsx')).HandoverPanel,
)

const CodePanel = lazyWithPreload(async () => (await import('./CodePanel.tsx')).CodePanel)

/**
 * Sign in, request a password reset, handle emailed links, or create an account: one panel at a
 * time.
 */
export function AuthPage() {
  const { user, error } = useUser()
  const [search] = useSearchParams()
  const [mailed, forgetMailed] = useEmailToken()
  const wide = useMediaQuery('(min-width: 1024px)')
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

const endedText = 'Your session ended. Sign in to continue.'
const endedWithDraft =
  'Your session ended. Your unsaved changes are kept on this device. Sign in to continue.'

type Shown = { mailed: EmailToken | undefined; userId: number | undefined; onMailed: () => void }

function Panel({ mailed, userId, onMailed }: Shown) {
  const [panel, open] = usePanel()
  const [notice, setNotice] = useState<Notice>()
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<string>()
  const isOffer = mailed?.kind === 'handover'
  const backToLogin = (text?: string, kind: Notice['kind'] = 'ok') => {
    setNotice(text ? { kind, text } : undefined)
    setStep(undefined)
    // An offer of cards stays until the user has signed in.
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
    return (
      <NewPasswordPanel
        token={mailed.token}
        onDone={backToLogin}
        onNewLink={() => {
          onMailed()
          open('forgot-password')
        }}
      />
    )
  if (mailed?.kind === 'revert' || mailed?.kind === 'verify')
    return (
      <Suspense fallback={<Loading />}>
        <EmailLinkPanel {...mailed} kind={mailed.kind} onDone={backToLogin} />
      </Suspense>
    )
  const noticeOf = (shown: typeof panel): Notice | undefined => {
    if (shown === 'create-account') return { kind: 'warn', text: 'Registration is closed.' }
    if (notice) return notice
    if (isOffer) return { kind: 'warn', text: 'Sign in to see the cards offered to you.' }
    const end = sessionEnd()
    return end && { kind: 'warn', text: end.draftKept ? endedWithDraft : endedText }
  }
  if (panel === 'forgot-password') return <ResetPanel email={email} onDone={backToLogin} />
  const mayRegister = panel === 'create-account' && product.registrationOpen
  if (mayRegister) return <RegisterPanel onLogin={() => backToLogin()} />
  if (step)
    return (
      <Suspense fallback={<Loading />}>
        <CodePanel token={step} onDone={(refusal) => backToLogin(refusal, 'warn')} />
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

const panels = ['forgot-password', 'create-account'] as const
type PanelName = 'login' | (typeof panels)[number]

/** The panel in the URL; changing it preserves the return path and the selected theme. */
function usePanel(): [PanelName, (panel: PanelName) => void] {
  const [search, setSearch] = useSearchParams()
  const panel = panels.find((name) => name === search.get('panel')) ?? 'login'
  const open = (wanted: PanelName) => {
    const next = new URLSearchParams(search)
    if (wanted === 'login') next.delete('panel')
    else next.set('panel', wanted)
    setSearch(next)
  }
  return [panel, open]
}

const kinds = { t: 'reset', revert: 'revert', v: 'verify', handover: 'handover' } as const

/**
 * Token kinds: `reset` sets a new password, `revert` undoes a change of email, `verify` confirms an
 * address, `handover` accepts cards.
 */
type EmailToken = { kind: (typeof kinds)[keyof typeof kinds]; token: string }

/** Reads the token of an emailed link and removes it from the address bar at once. */
function useEmailToken(): [EmailToken | undefined, () => void] {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [mailed, setMailed] = useState(read(hash))
  useEffect(() => {
    const found = read(hash)
    if (!found) return
    setMailed(found)
    void navigate({ pathname, search }, { replace: true })
  }, [hash, navigate, pathname, search])
  return [mailed, () => setMailed(undefined)]
}

function read(hash: string): EmailToken | undefined {
  const [, mark, token] = /^#(\w+)=(.+)$/.exec(hash) ?? []
  const known = mark === 't' || mark === 'revert' || mark === 'v' || mark === 'handover'
  return known && token ? { kind: kinds[mark], token } : undefined
}
