import type { ReactNode } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { sections } from '../content.ts'
import { CreateCard, SignUp, VisitorOrUserLink } from '../parts/AccountLinks.tsx'
import { LandingBrand, SupportLink } from '../parts/Product.tsx'

export function Closing() {
  return (
    <section className="closing wide" aria-labelledby="closing-title">
      <h2 id="closing-title">Your next handshake comes with a card</h2>
      <p>You're two minutes from a code you can show.</p>
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
          <p>Digital business cards that open instantly, save completely and respect privacy.</p>
        </div>
        <Group title="Product">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </Group>
        <Group title="Account">
          <li>
            <VisitorOrUserLink
              kind="ghost"
              visitor={{ href: '/auth', words: 'Login' }}
              user={{ href: '/dashboard', words: 'Dashboard' }}
            />
          </li>
          <li>
            <SignUp kind="ghost" words="Get Started" signedIn="My Cards" />
          </li>
        </Group>
        <Group title="Help">
          <li>
            <a href="/guide">User Guide</a>
          </li>
          <li>
            <SupportLink subject="Question">Contact support</SupportLink>
          </li>
          <li>
            <a href="/api/docs">API</a>
          </li>
          <li>
            <a href="/privacy">Privacy</a>
          </li>
        </Group>
        <p className="small-print">The people and companies on this page are fictional.</p>
      </div>
      <InstallButton />
    </footer>
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
        aria-label="Install Guide"
        title="Install Guide"
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
