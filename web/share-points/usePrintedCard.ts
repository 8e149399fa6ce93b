import { useEffect, useState } from 'react'
import type { PublicCard } from '../../schema/cards/card.ts'
import { t } from '../messages/t.ts'
import type { PrintedCard } from '../print/page.ts'
import { printedCard } from '../print/printed-card.ts'
import type { StyleChoice } from '../qr/useQrStyle.ts'
import type { StudioCode } from './QrStudio.tsx'

const notPrepared = t(
  'The card could not be loaded. Check your connection and open this dialog again.',
)

type Prepared = { printed?: PrintedCard; error?: string | undefined }
type Options = { card: PublicCard; code: StudioCode; choice: StyleChoice }

/** What is printed of a card, once its images are loaded and its code has been read back. */
export function usePrintedCard({ card, code, choice }: Options): Prepared {
  const [prepared, setPrepared] = useState<Prepared>()
  useEffect(() => {
    let isCurrent = true
    const keep = (found: Prepared) => isCurrent && setPrepared(found)
    printedCard({ ...card, ...code }, choice).then(keep, () => keep({ error: notPrepared }))
    return () => {
      isCurrent = false
    }
  }, [card, code, choice])
  return { ...prepared }
}
