import type { UsersView } from '../../data/users.ts'
import { Button } from '../../ui/Button.tsx'

/** Where in the list one is; the count is read out when it changes. */
export function Pager({
  view,
  shown,
  total,
  set,
}: {
  view: UsersView
  shown: number
  total: number
  set: (changes: Record<string, string | undefined>) => void
}) {
  const before = (view.page - 1) * view.limit
  const go = (page: number) => {
    set({ page: page > 1 ? String(page) : undefined })
    window.scrollTo({ top: 0 })
  }
  const first = view.page === 1
  const last = before + shown >= total
  return (
    <nav className="pager" aria-label="Pages">
      <p role="status">
        {shown > 0 && `${numbers(before + 1)}–${numbers(before + shown)} of `}
        {total === 1 ? '1 user' : `${numbers(total)} users`}
      </p>
      {!(first && last) && (
        <>
          <Button aria-disabled={first || undefined} onClick={() => !first && go(view.page - 1)}>
            Previous
          </Button>
          <Button aria-disabled={last || undefined} onClick={() => !last && go(view.page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  )
}

function numbers(count: number): string {
  return count.toLocaleString()
}
