import { useNavigate } from 'react-router-dom'
import { defaultTheme } from '../../../schema/theme.ts'
import type { User } from '../../../schema/user.ts'
import { createCard } from '../../data/cards.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { toast } from '../../ui/toasts.ts'

/** Creates a card from what is known of the user and opens it in the quick editor; the server makes its address. */
export function useCreateCard(user: User | null | undefined) {
  const navigate = useNavigate()
  const { attempt, busy, failure } = useAttempt(
    'Creation failed',
    'Failed to create a new business card. Please try again.',
  )
  const start = () =>
    void attempt(async () => {
      if (!user) return
      const { id, fullName, username, email, phone } = user
      const name = fullName ?? username
      const card = await createCard({ userId: id, name, email, phone, theme: defaultTheme })
      toast('Card created', 'Now make it yours.')
      await navigate(`/mobile-editor/${card.id}`)
    })
  return { start, busy, failure }
}
