import { parseSync, Visitor } from 'oxc-parser';

/** Names of variables whose element can be a form. */
const CAN_BE_FORM = new Set(['element', 'node', 'note', 'target', 'place', 'parent', 'child']);

/** Properties that every node or element has. Those of events, ranges and our own objects have other names. */
const MEMBERS = new Set(
  `append appendChild attributes before after checkVisibility childElementCount childNodes children classList className clientHeight
  clientWidth cloneNode closest compareDocumentPosition contains dataset dir firstChild firstElementChild getAttribute getAttributeNames
  getBoundingClientRect getClientRects getRootNode hasAttribute hidden id innerHTML insertAdjacentElement insertBefore isConnected lang
  lastChild lastElementChild localName matches namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue offsetHeight
  offsetLeft offsetTop offsetWidth outerHTML ownerDocument parentElement parentNode prepend previousElementSibling previousSibling
  querySelector querySelectorAll remove removeAttribute removeChild replaceChildren replaceWith scrollHeight scrollWidth setAttribute
  shadowRoot style tagName textContent toggleAttribute`.split(/\s+/),
);

/** Properties that are read from an element that can be a form: `<input name="getAttribute">` hides the function of its form. */
export function findHiddenMembers(path: string, text: string): string[] {
  const found: string[] = [];
  const add = (object: string, member: string) => {
    if (CAN_BE_FORM.has(object) && MEMBERS.has(member)) found.push(`${object}.${member}`);
  };
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (!computed && object.type === 'Identifier' && property.type === 'Identifier')
        add(object.name, property.name);
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return;
      for (const property of id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          add(init.name, property.key.name);
    },
  }).visit(parseSync(path, text).program);
  return found;
}
