// Nothing but the precompiled headers themselves: other targets reuse them.
