import { useNavigate } from 'react-router-dom'
import { signOut } from '../data/session.ts'
import { toast } from '../ui/toasts.ts'
import { useAttempt } from './useAttempt.ts'

/** Signing out, and the sentence of an attempt that failed. */
export function useSignOut() {
  const navigate = useNavigate()
  const { attempt, failure } = useAttempt('Logout failed')
  const start = () =>
    void attempt(async () => {
      await signOut()
      toast('Logged out', "You've been successfully logged out.")
      // The guard has gone to the sign-in page with the way back; whoever left on purpose wants none.
      await navigate('/auth', { replace: true })
    })
  return { start, failure }
}
