import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/Icon.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { sampleCard } from './sample-card.ts'

/** Beside the form on wide screens: a real card, and what it does. */
export function Marketing() {
  return (
    <aside className="auth-marketing" aria-label="What a card does">
      <div className="phone-frame">
        <CardThumb card={sampleCard} className="phone-screen" />
      </div>
      <ul>
        <Fact icon="qr" title="One scan, no app">
          Your card opens in the browser of any phone.
        </Fact>
        <Fact icon="user-plus" title="Saved whole">
          Name, photo, numbers and links land in their contacts.
        </Fact>
        <Fact icon="chart" title="Counted honestly">
          Views, clicks and saves, without bots and without cookies.
        </Fact>
      </ul>
    </aside>
  )
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        {children}
      </span>
    </li>
  )
}
