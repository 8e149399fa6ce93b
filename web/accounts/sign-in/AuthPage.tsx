import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { capturePath } from '../../../schema/screens.ts'
import { isLanguageChanged } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Brand, Loading } from '../../shell/Brand.tsx'
import { nextPath } from '../../shell/next-path.ts'
import { useMediaQuery } from '../../shell/useMediaQuery.ts'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { sessionEnd, useUser } from '../data/session.ts'
import { LoginPanel, type Notice, RegisterPanel } from './SignInPanels.tsx'

const Marketing = lazyWithPreload(
  () => import('./Marketing.tsx'),
  'Marketing',
  <aside className="auth-marketing" />,
)

const linkPanels = () => import('./EmailLinkPanels.tsx')
const EmailLinkPanel = lazyWithPreload(linkPanels, 'EmailLinkPanel', <Loading />)
const TransferPanel = lazyWithPreload(linkPanels, 'TransferPanel', <Loading />)
const ResetPanel = lazyWithPreload(linkPanels, 'ResetPanel', <Loading />)
const NewPasswordPanel = lazyWithPreload(linkPanels, 'NewPasswordPanel', <Loading />)
const CodePanel = lazyWithPreload(() => import('./CodePanel.tsx'), 'CodePanel', <Loading />)

/** Signing in, creating an account, password resets and emailed links: one panel at a time. */
export function AuthPage() {
  const { user, error } = useUser()
  const [search] = useSearchParams()
  const [link, clearLink] = useEmailLink()
  const wide = useMediaQuery('(min-width: 1024px)')
  if (!link && user) return <SignedIn to={nextPath(search.get('next'))} />
  const needsUser = !link || link.kind === 'handover'
  if (needsUser && user === undefined && !error) return <Loading />
  return (
    <div className="auth">
      <main className="auth-main" id="main">
        <a
          className="auth-brand"
          href="/"
          aria-label={t('{name}, home page', { name: product.name })}
        >
          <Brand />
        </a>
        <Panel link={link} userId={user?.id} onLinkUsed={clearLink} />
      </main>
      {wide && <Marketing />}
    </div>
  )
}

/** Opens the page; reloads if it is another document, or if the account has another language. */
function SignedIn({ to }: { to: string }) {
  const reloads = to.startsWith(capturePath) || isLanguageChanged()
  useEffect(() => {
    if (reloads) location.replace(to)
  }, [reloads, to])
  return reloads ? <Loading /> : <Navigate to={to} replace />
}

const endedText = t('Your session ended. Sign in to continue.')
const endedWithDraft = t(
  'Your session ended. Your unsaved changes are kept on this device. Sign in to continue.',
)

type BackToLogin = (text?: string, kind?: Notice['kind']) => void

function Panel({
  link,
  userId,
  onLinkUsed,
}: {
  link: EmailLink | undefined
  userId: number | undefined
  onLinkUsed: () => void
}) {
  const [panel, open] = usePanel()
  const [notice, setNotice] = useState<Notice>()
  const isOffer = link?.kind === 'handover'
  const backToLogin: BackToLogin = (text, kind = 'ok') => {
    setNotice(text ? { kind, text } : undefined)
    // An offer of cards stays until the user has signed in.
    if (!isOffer) onLinkUsed()
    open('login')
  }
  if (isOffer && userId !== undefined)
    return <TransferPanel token={link.token} userId={userId} onDone={onLinkUsed} />
  if (link?.kind === 'reset')
    return (
      <NewPasswordPanel
        token={link.token}
        onDone={backToLogin}
        onNewLink={() => {
          onLinkUsed()
          open('forgot-password')
        }}
      />
    )
  if (link?.kind === 'revert' || link?.kind === 'verify')
    return <EmailLinkPanel {...link} kind={link.kind} onDone={backToLogin} />
  return <SignInPanel {...{ panel, open, backToLogin }} notice={notice ?? defaultNotice(isOffer)} />
}

function defaultNotice(isOffer: boolean): Notice | undefined {
  if (isOffer) return { kind: 'warn', text: t('Sign in to see the cards offered to you.') }
  const end = sessionEnd()
  return end && { kind: 'warn', text: end.hasUnsavedDraft ? endedWithDraft : endedText }
}

/** Sign in with a password and a code, register, or request a password reset. */
function SignInPanel({
  panel,
  open,
  notice,
  backToLogin,
}: {
  panel: PanelName
  open: (panel: PanelName) => void
  notice: Notice | undefined
  backToLogin: BackToLogin
}) {
  const [username, setUsername] = useState('')
  const [challengeToken, setChallengeToken] = useState<string>()
  const { registrationOpen } = product
  const leaveTo = (other: PanelName) => (typed: string) => {
    setUsername(typed.trim())
    open(other)
  }
  const entered = username.includes('@') ? { email: username } : { username }
  if (panel === 'forgot-password')
    return <ResetPanel email={entered.email ?? ''} onDone={backToLogin} />
  if (panel === 'create-account' && registrationOpen)
    return <RegisterPanel entered={entered} onLogin={() => backToLogin()} />
  if (challengeToken)
    return (
      <CodePanel
        token={challengeToken}
        onDone={(error) => {
          setChallengeToken(undefined)
          backToLogin(error, 'warn')
        }}
      />
    )
  return (
    <LoginPanel
      notice={
        panel === 'create-account' ? { kind: 'warn', text: t('Registration is closed.') } : notice
      }
      username={username}
      onForgotten={leaveTo('forgot-password')}
      onCode={setChallengeToken}
      onRegister={registrationOpen ? leaveTo('create-account') : undefined}
    />
  )
}

const panels = ['forgot-password', 'create-account'] as const
type PanelName = 'login' | (typeof panels)[number]

/** The panel named in the URL. Opening another one keeps the return path and the selected theme. */
function usePanel(): [PanelName, (panel: PanelName) => void] {
  const [search, setSearch] = useSearchParams()
  const panel = panels.find((name) => name === search.get('panel')) ?? 'login'
  const open = (name: PanelName) => {
    const next = new URLSearchParams(search)
    if (name === 'login') next.delete('panel')
    else next.set('panel', name)
    setSearch(next)
  }
  return [panel, open]
}

/** Link kinds by the parameter in the URL's fragment. */
const linkKinds = { t: 'reset', revert: 'revert', v: 'verify', handover: 'handover' } as const

/**
 * An emailed link: `reset` sets a new password, `revert` undoes a change of email, `verify` confirms an address,
 * `handover` accepts cards.
 */
type EmailLink = { kind: (typeof linkKinds)[keyof typeof linkKinds]; token: string }

/** Reads the token of an emailed link and removes it from the address bar at once. */
function useEmailLink(): [EmailLink | undefined, () => void] {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState(parseLink(hash))
  useEffect(() => {
    const parsed = parseLink(hash)
    if (!parsed) return
    setLink(parsed)
    void navigate({ pathname, search }, { replace: true })
  }, [hash, navigate, pathname, search])
  return [link, () => setLink(undefined)]
}

function parseLink(hash: string): EmailLink | undefined {
  const [, name, token] = /^#(\w+)=(.+)$/.exec(hash) ?? []
  const known = name === 't' || name === 'revert' || name === 'v' || name === 'handover'
  return known && token ? { kind: linkKinds[name], token } : undefined
}
