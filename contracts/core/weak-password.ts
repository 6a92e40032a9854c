/** Why the server finds a password weak by its digest: a common one, or one made of a name that everybody knows. */
export type WeakPassword = 'comune' | 'nome';
