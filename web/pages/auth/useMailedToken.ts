import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const kinds = { t: 'reset', revert: 'revert', v: 'verify', handover: 'handover' } as const

/** `reset` sets a new password, `revert` takes a change of email back, `verify` confirms an address, `handover` accepts cards. */
export type MailedToken = { kind: (typeof kinds)[keyof typeof kinds]; token: string }

/** The token of a link that was mailed, taken out of the address bar as soon as it is read. */
export function useMailedToken(): [MailedToken | undefined, () => void] {
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

function read(hash: string): MailedToken | undefined {
  const [, mark, token] = /^#(\w+)=(.+)$/.exec(hash) ?? []
  const known = mark === 't' || mark === 'revert' || mark === 'v' || mark === 'handover'
  return known && token ? { kind: kinds[mark], token } : undefined
}
