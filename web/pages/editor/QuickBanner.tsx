import { Icon } from '../../../card/Icon.tsx'
import type { Card } from '../../../schema/card.ts'
import type { User } from '../../../schema/user.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { useGuide } from './useGuide.ts'

export function QuickBanner({ user, card }: { user: User; card: Card }) {
  const guide = useGuide(user)
  return (
    <div className="quick-banner">
      <Icon name="bolt" />
      <strong>Quick Edit Mode</strong>
      {guide.dismissed && (
        <Button kind="ghost" size="small" onClick={guide.show}>
          Show guide
        </Button>
      )}
      <LinkButton to={`/card-editor/${card.id}`} size="small" state={{ carried: true }}>
        Advanced Editor
      </LinkButton>
    </div>
  )
}
