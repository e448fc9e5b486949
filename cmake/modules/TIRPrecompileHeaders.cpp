// This file is empty: other targets reuse its precompiled header.
