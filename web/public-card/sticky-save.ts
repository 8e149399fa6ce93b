/** Sticky Save Contact bar, shown while no other Save Contact button is in view. */

const [actions, dock] = document.querySelectorAll<HTMLElement>('.bc-act,.bc-dock')
const visible = new Set<Element>()

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    isIntersecting ? visible.add(target) : visible.delete(target)
  if (dock) dock.hidden = visible.size > 0
})

if (actions && dock) observer.observe(actions)

/** Hides the bar while this element, which has a Save Contact button, is in view. */
export function hideDockWhileVisible(element: Element): void {
  observer.observe(element)
}
