import { Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { soon } from '../../ui/later.tsx'

const HandOverCardsDialog = soon(
  async () => (await import('./HandOverCardsDialog.tsx')).HandOverCardsDialog,
)

/** For who leaves: their cards go to a colleague who accepts them, and printed codes keep working. */
export function HandOverCards() {
  const [open, setOpen] = useState(false)
  return (
    <section className="panel account-panel" aria-labelledby="handover-heading">
      <h2 id="handover-heading">Hand over your cards</h2>
      <p>
        If you leave or change jobs, give your cards to a colleague. Their links and printed codes
        keep working.
      </p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Hand over cards
      </Button>
      <Suspense fallback={null}>
        {open && <HandOverCardsDialog onClose={() => setOpen(false)} />}
      </Suspense>
    </section>
  )
}
