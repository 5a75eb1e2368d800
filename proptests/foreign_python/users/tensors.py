"""Functions of the signatures that PyTorch's tensors go through, right ones and broken ones.

Spec: contract/C1 C3 C5 C7 C8. Layer: proptests/foreign_python. Written for these tests in the forms of the stacks' operators.
"""

import torch


def decode(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    assert (next_n, num_rows, stride1) == (1, logits.shape[0], 1) and stride0 == logits.stride(0)
    assert indices.is_contiguous() and indices.shape == (num_rows, topk) and indices.dtype == torch.int32
    for row in range(num_rows):
        n = int(seq_lens[row])
        kept = min(n, topk)
        indices[row, :kept] = torch.topk(logits[row, :n], kept).indices.to(torch.int32)
        indices[row, kept:] = -1


def prefill(logits, row_starts, row_ends, indices, num_rows, stride0, stride1, topk):
    assert not row_starts.any()
    decode(logits, 1, row_ends, indices, num_rows, stride0, stride1, topk)


def plan_topk_v2(seq_lens):
    return seq_lens + 1


def transform(scores, seq_lens, page_tables, out_page_indices, page_size, metadata):
    assert torch.equal(metadata, seq_lens + 1)
    decode(scores, 1, seq_lens, out_page_indices, scores.shape[0], *scores.stride(), out_page_indices.shape[1])
    raw = out_page_indices.long()
    found = torch.gather(page_tables, 1, raw.clamp(min=0) // page_size) * page_size + raw % page_size
    out_page_indices.copy_(torch.where(raw < 0, raw, found))


def transform_forgotten(scores, seq_lens, page_tables, out_page_indices, page_size, metadata):
    decode(scores, 1, seq_lens, out_page_indices, scores.shape[0], *scores.stride(), out_page_indices.shape[1])


def transform_outside(scores, seq_lens, page_tables, out_page_indices, page_size, metadata):
    out_page_indices[:, 0] = page_tables.shape[1] * page_size + 5


def top_k(input, k, sorted=False, deterministic=False, tie_break=0, dsa_graph_safe=False):
    assert deterministic and tie_break in (1, 2) and input.is_contiguous()
    assert input.data_ptr() % 256 == 0 or not input.is_cuda
    flipped = input.flip(1) if tie_break == 2 else input
    order = torch.sort(flipped, dim=1, descending=True, stable=True).indices[:, :k]
    order = input.shape[1] - 1 - order if tie_break == 2 else order
    order = order if sorted else order.sort(dim=1).values
    return torch.gather(input, 1, order), order


def told(input, k, dim, largest, sorted):
    """The address of the scores, modulo 256, and what is asked, as indices."""
    said = torch.tensor([input.data_ptr() % 256, input.stride(0), int(largest), int(sorted)], device=input.device)
    return input[:, :k], said.repeat(input.shape[0], 1)[:, :k]


def only_indices(input, k, dim, largest, sorted):
    return torch.topk(input, k).indices


def narrow(input, k, dim, largest, sorted):
    return torch.topk(input, k - 1)


def in_floats(input, k, dim, largest, sorted):
    values, indices = torch.topk(input, k)
    return values, indices.double()


def in_double(input, k, dim, largest, sorted):
    values, indices = torch.topk(input, k)
    return values.double(), indices


def far(input, k, dim, largest, sorted):
    values, indices = torch.topk(input, k)
    return values, indices + (1 << 40)


def changes_input(input, k, dim, largest, sorted):
    found = torch.topk(input, k)
    input[1, 2] = 99
    return found


def writes_little(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    indices[:, 0] = 5


def writes_behind(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    """One index more than there are slots."""
    decode(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk)
    indices.as_strided((num_rows * topk + 1,), (1,))[-1] = 7


def writes_before(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    decode(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk)
    indices.as_strided((2,), (1,), indices.storage_offset() - 2)[0] = 7


def writes_behind_scores(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    decode(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk)
    logits.as_strided((2,), (1,), logits.storage_offset() + (num_rows - 1) * stride0 + logits.shape[1])[0] = 7


def raises(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    torch.zeros(2) + torch.zeros(3)  # raised by installed code, called from here


def waits_for_host(input, k, dim, largest, sorted):
    """Asks for a number on the host, which no capture can wait for."""
    return torch.topk(input, min(k, int(input.shape[1] + 0 * input[0, 0].item())), sorted=sorted)


REMEMBERED = {}


def sorted_already(input, k, dim, largest, sorted):
    """Returns the input itself, and indices that it made once: both are memory of others than a captured call."""
    if k not in REMEMBERED:
        REMEMBERED[k] = torch.arange(k, device=input.device).repeat(input.shape[0], 1)
    return input, REMEMBERED[k]



def forgets(input, k, dim, largest, sorted):
    """In a graph it returns memory that nobody writes."""
    found = torch.topk(input, k, sorted=sorted)
    if torch.cuda.is_current_stream_capturing():
        return torch.empty_like(found.values), torch.empty_like(found.indices)
    return found


def remembers(input, k, dim, largest, sorted):
    """What it returned first, for every input of that shape."""
    return REMEMBERED.setdefault((input.shape, k), torch.topk(input, k, sorted=sorted))


def knows_lengths(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    """Kernels of all rows in one, as operators have them: lengths are read on the device."""
    columns = torch.arange(logits.shape[1], device=logits.device)
    inside = columns < seq_lens[:, None]
    order = torch.sort(torch.where(inside, logits, -torch.inf), dim=1, descending=True, stable=True).indices[:, :topk]
    kept = torch.arange(topk, device=logits.device) < seq_lens[:, None]
    indices.copy_(torch.where(kept, order, -1))


def breaks_device(logits, next_n, seq_lens, indices, num_rows, stride0, stride1, topk):
    """An assertion on the device, after which it answers nothing more."""
    torch.zeros(3, device=logits.device)[torch.full((1,), 99, device=logits.device)].sum().item()
